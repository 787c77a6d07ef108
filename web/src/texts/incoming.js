// Files that are dropped on the page or pasted into it: they are opened, on every part of the page.

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

/** `take(items)`: files, or what a browser has for folders (FileSystemEntry). */
export function initIncoming(take) {
  const { dataset } = document.documentElement;
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    dataset.dragged = "files";
  }, true);
  addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) delete dataset.dragged; }, true);
  addEventListener("drop", (event) => {
    delete dataset.dragged;
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter(Boolean));
  }, true);
  addEventListener("paste", (event) => {
    const files = [...event.clipboardData?.files ?? []];
    if (!files.length || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    event.stopPropagation();
    take(files);
  }, true);
}
