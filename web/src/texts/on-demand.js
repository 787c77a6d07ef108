// What the page loads of texts when it is first wanted: files, their transfer, the list of all.

/** `failed()`: a part could not be loaded; a later try may. `textOf`: see Files. */
export function onDemand({ texts, notice, announce, settings, show, create, copy, saveAsFile, dialog, textOf, failed }) {
  function once(load) {
    let promise = null;
    return () => promise ??= load().catch(() => {
      promise = null;
      failed();
      return new Promise(() => {}); // it is not opened
    });
  }

  const files = once(async () => new (await import("./files.js")).Files({ page: { settings, show }, texts: texts(), notice, textOf }));
  const transfer = once(async () => new (await import("./transfer.js")).Transfer({ texts: texts() }));
  const library = once(async () => new (await import("./library.js")).Library({
    dialog, texts: texts(), announce, page: { create, copy, files, transfer, saveAsFile },
  }));
  return { files, library };
}
