// The pipelines on offer: { name, title, text }. The build asks the core for them, so that a page whose core is still
// loading has them. Links keep a pipeline's text, so entries may change freely.
export const pipelines = JSON.parse(PIPELINES);
