import { transform } from "sucrase";
import { lineOf, type RunMessage } from "../messages.ts";

/** A block that does not end is stopped after this time. */
const LIMIT_MS = 20_000;

/** Where the site has the runtime and the frame; the build of the site replaces the expression. */
const FOLDER = `${(import.meta as unknown as { readonly env: { readonly BASE_URL: string } }).env.BASE_URL}runner/`;

let runtime: Promise<string> | undefined;

/** A block of code of the page. */
export interface CodeBlock extends HTMLElement {
  /** The code as the reader sees it, or changed it. */
  readonly source: string;
  /** The code of the guide. */
  readonly original: string;
}

/** The controls and the output of a block. */
export interface RunPanel {
  /** The code as the reader changed it. */
  readonly source: string;
  run(): Promise<void>;
  stop(): void;
}

/** Adds the panel of a block: its editor, its output and its requests. */
export function openPanel(block: CodeBlock, root: ShadowRoot, bar: HTMLElement): RunPanel {
  const status = element("span", { role: "status" });
  const editor = element("textarea", { "aria-label": "Code", spellcheck: "false", hidden: "" });
  const output = element("pre", { tabindex: "0", role: "region", "aria-label": "Output", hidden: "" });
  const requests = element("ol", { tabindex: "0", "aria-label": "Requests", hidden: "" });
  const slot = root.querySelector("slot");
  let frame: HTMLIFrameElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const edit = (isEdited: boolean): void => {
    editor.hidden = !isEdited;
    slot?.toggleAttribute("hidden", isEdited);
    reset.hidden = !isEdited;
    editButton.hidden = isEdited;
  };
  const editButton = button("Edit", () => {
    edit(true);
    editor.focus();
  });
  const reset = button("Reset", () => {
    halt("");
    editor.value = block.original;
    edit(false);
    for (const part of [output, requests]) clear(part);
    editButton.focus();
  });
  const stop = button("Stop", () => halt("Stopped."));
  reset.hidden = stop.hidden = true;
  editor.value = block.original;
  editor.rows = editor.value.split("\n").length;
  bar.prepend(status);
  bar.append(stop, editButton, reset);
  slot?.after(editor);
  root.append(output, requests);
  block.toggleAttribute("open", true);

  /** Removing the frame ends its worker, also within a loop. */
  function halt(text: string): void {
    clearTimeout(timer);
    removeEventListener("message", onMessage);
    frame?.remove();
    frame = undefined;
    if (!stop.hidden) bar.querySelector("button")?.focus();
    stop.hidden = true;
    status.textContent = text;
  }

  function onMessage({ data, source }: MessageEvent<RunMessage>): void {
    if (frame === undefined || source !== frame.contentWindow) return;
    if (data.kind === "output") show(output, "div", data.text, data.level === "error" ? "error" : "");
    else if (data.kind === "request") show(requests, "li", lineOf(data.request), (data.request.status ?? 500) >= 400 ? "error" : "");
    else {
      stop.hidden = true;
      const count = requests.childElementCount;
      status.textContent = `${data.failed ? "Failed" : "Done"}, ${count} ${count === 1 ? "request" : "requests"}.`;
      block.dataset["end"] = data.failed ? "failed" : "done";
    }
  }

  return {
    get source() {
      return editor.value;
    },
    stop: () => halt(""),
    async run() {
      halt("Running…");
      delete block.dataset["end"];
      for (const part of [output, requests]) clear(part);
      stop.hidden = false;
      try {
        const program = compile(earlierBlocks(block), editor.value);
        const packages = await (runtime ??= load("runtime.js"));
        if (stop.hidden) return;
        const opened = element("iframe", { sandbox: "allow-scripts", src: `${FOLDER}frame.html`, title: "Run", hidden: "" });
        frame = opened;
        addEventListener("message", onMessage);
        opened.addEventListener("load", () => opened.contentWindow?.postMessage([packages, program], "*"));
        root.append(opened);
        timer = setTimeout(() => halt(stop.hidden ? status.textContent : `Stopped after ${LIMIT_MS / 1000} seconds.`), LIMIT_MS);
      } catch (error) {
        halt("Failed.");
        show(output, "div", String(error), "error");
        block.dataset["end"] = "failed";
      }
    },
  };
}

/** Removes the types and makes imports calls of `require`; the text runs in a worker. */
function compile(earlier: readonly string[], source: string): string {
  const start = '"start of the block";';
  const { code } = transform([...earlier, start, source].join("\n"), { transforms: ["typescript", "imports"], disableESTransforms: true });
  return `\nrun(async (require, exports, process, start) => {${code.replace(start, "start();")}\n});`;
}

/** The code of the blocks that a block continues. */
function earlierBlocks(block: CodeBlock): readonly string[] {
  const numbers = block.dataset["after"]?.split(" ").filter(Boolean) ?? [];
  return numbers.map((number) => document.querySelector<CodeBlock>(`run-block[data-number="${number}"]`)?.source ?? "");
}

async function load(name: string): Promise<string> {
  const response = await fetch(FOLDER + name);
  if (response.ok) return response.text();
  runtime = undefined;
  throw new Error(`${response.url} must have the packages; its status is ${response.status}. Load the page again.`);
}

function show(list: HTMLElement, name: string, text: string, className: string): void {
  const line = element(name as "div", className === "" ? {} : { class: className });
  line.textContent = text;
  list.append(line);
  list.hidden = false;
}

function clear(list: HTMLElement): void {
  list.replaceChildren();
  list.hidden = true;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", {});
  made.textContent = text;
  made.addEventListener("click", onClick);
  return made;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: { readonly [name: string]: string }): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
