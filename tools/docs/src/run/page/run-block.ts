import type { CodeBlock, RunPanel } from "./run-panel.ts";

/** The button is on the lower edge of the block: a page does not move when it gets its buttons. */
const STYLE = `
:host { display: block; position: relative; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: flex-end; position: absolute; z-index: 2; right: 12px; bottom: -12px; }
:host([open]) .bar { position: static; }
button { min-height: 26px; padding: 0 12px; border: 1px solid var(--vp-c-divider); border-radius: 13px; background: var(--vp-c-bg-soft); color: var(--vp-c-brand-1); font: 500 13px/24px var(--vp-font-family-base); cursor: pointer; }
button:hover, button:focus-visible { border-color: var(--vp-c-brand-1); }
textarea { box-sizing: border-box; width: 100%; padding: 20px 24px; border: 1px solid var(--vp-c-divider); border-radius: 8px; background: var(--vp-code-block-bg); color: var(--vp-c-text-1); font: 14px/1.7 var(--vp-font-family-mono); white-space: pre; overflow-x: auto; resize: vertical; }
[hidden] { display: none !important; }
[role="status"] { margin-right: auto; color: var(--vp-c-text-2); font-size: 13px; }
pre, ol { margin: 8px 0 16px; padding: 12px 16px; border: 1px solid var(--vp-c-divider); border-radius: 8px; color: var(--vp-c-text-1); font: 13px/1.6 var(--vp-font-family-mono); max-height: 320px; overflow: auto; }
ol { padding-left: 40px; }
pre, li { white-space: pre-wrap; overflow-wrap: anywhere; }
.error { color: var(--vp-c-danger-1); }
`;

/** A block of code with a button that runs it. What runs it is loaded at the first click. */
class RunBlock extends HTMLElement implements CodeBlock {
  #panel: RunPanel | undefined;

  get source(): string {
    return this.#panel?.source ?? this.original;
  }

  get original(): string {
    return this.querySelector("code")?.textContent ?? "";
  }

  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    // In a shadow, because Vue compares the other elements with those that the server wrote.
    const root = this.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    const bar = document.createElement("div");
    bar.className = "bar";
    const button = document.createElement("button");
    button.textContent = "Run";
    bar.append(button);
    root.append(document.createElement("slot"), bar);
    button.addEventListener("click", async () => {
      const { openPanel } = await import("./run-panel.ts");
      this.#panel ??= openPanel(this, root, bar);
      await this.#panel.run();
    });
  }

  disconnectedCallback(): void {
    this.#panel?.stop();
  }
}

customElements.define("run-block", RunBlock);
