// Files that the system opens with the page, once it is installed.

/** `open(files)` is called with them: File objects, each with its `handle`, by which it can be saved in its place. */
export function startLaunch(open) {
  globalThis.launchQueue?.setConsumer(async ({ files = [] }) => {
    if (files.length) open(await Promise.all(files.map(async (handle) => Object.assign(await handle.getFile(), { handle }))));
  });
}
