/** A text of MLIR in any page, live: checked at each key, and taken down to machine level.
 *
 *      <script type="module" src="https://…/rung-editor.js"></script>
 *      <rung-editor show="text,result"><pre>func.func @f() { return }</pre></rung-editor>
 *
 *  The text is that of a `<script type="text/plain">` or a `<pre>` in the element, or its own; the indentation of the page
 *  around it goes. It is shown as plain text until the element comes near the window; then an iframe of `embed.html` takes its
 *  place. All editors of a page share one core.
 *
 *  Attributes. A word that is not known, or says something else, is left aside, and a `rung-error` says so.
 *
 *  | attribute | |
 *  | --- | --- |
 *  | `show` | `text`, `ladder`, `result`, `lab`: one or more, beside each other; at first `text,result` |
 *  | `pipeline` | a pipeline, `builtin.module(cse)`, or the name of one of Rung's: `llvm`, `bare-pointers`, `cfg`, `cse` |
 *  | `output` | `pipeline`, or the text as it is: `custom`, `generic` |
 *  | `rung` | the result after so many passes; at first all |
 *  | `edition` | what the output is written in, `llvm16`; at first the current one |
 *  | `type` | what the type lab opens with |
 *  | `readonly` | the text cannot be changed |
 *  | `theme` | `auto` (the page's `color-scheme`, or the system's), `light`, `dark` |
 *  | `height` | pixels; without it the frame is as high as what is in it |
 *  | `letters` | the size of code in pixels, 10 to 40; at first 13 |
 *  | `max-height` | without `height`: how many pixels a part may be high before it scrolls; at first 420 |
 *  | `link` | a link made by Rung; text and attributes that are there as well come before what it says |
 *  | `base` | where `embed.html` is, if not beside this script |
 *  | `lazy` | `false`: the frame is made at once |
 *  | `sandboxed` | the frame has no origin, and a core of its own |
 *  | `title` | what screen readers call the frame |
 *
 *  All may be changed at any time. */
export declare class RungEditor extends HTMLElement {
  /** The text as it is now. */
  text: string;
  /** What the core said of it last. */
  readonly diagnostics: readonly EditorDiagnostic[];
  /** What was made of it last; "": nothing. */
  readonly result: string;
  /** Put the cursor into the text. An editor takes the focus at no other time. */
  focus(): void;
  /** A link that opens all of it in the full page. Rejects before `rung-ready`. */
  link(): Promise<string>;
}

export interface EditorDiagnostic {
  severity: "error" | "warning" | "remark" | "note" | "info";
  message: string;
  /** From 1; none when the message is about no place. */
  line?: number;
  column?: number;
  /** UTF-16 offsets into the text. */
  from?: number;
  to?: number;
}

/** The element sends these, and they bubble. */
export interface RungEditorEvents {
  /** The frame is there. */
  "rung-ready": CustomEvent<Record<string, never>>;
  /** The reader changed the text, or what is shown of it. */
  "rung-change": CustomEvent<{ text: string }>;
  /** The core has read the text. */
  "rung-checked": CustomEvent<{ ok: boolean; diagnostics: EditorDiagnostic[] }>;
  /** The output was made; `stages`: the passes, in order. */
  "rung-result": CustomEvent<{ ok: boolean; text: string; stages: { name: string; changed: boolean; failed: boolean }[] }>;
  /** Something was left aside, or went wrong; the text stays. */
  "rung-error": CustomEvent<{ message: string }>;
  /** Escape was pressed in it, and closed nothing: the focus may go elsewhere. */
  "rung-leave": CustomEvent<Record<string, never>>;
}

/** Make the MLIR that a page has already live, as renderers of Markdown write it: `<pre><code class="language-mlir">`,
 *  `<pre class="mlir">`, `<div class="highlight-mlir"><pre>` and the like. Gives the new elements.
 *  `<script type="module" src="….js" data-auto>`, or `….js?auto`, does it for the whole page.
 *  @param root what to look through; at first the document
 *  @param options attributes for each: `{ show: "text,ladder", readonly: true }` */
export declare function liven(root?: ParentNode, options?: Record<string, string | number | boolean | null | undefined>): RungEditor[];

declare global {
  interface HTMLElementTagNameMap {
    "rung-editor": RungEditor;
  }
  interface HTMLElementEventMap extends RungEditorEvents {}
}
