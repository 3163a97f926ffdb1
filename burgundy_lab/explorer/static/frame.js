// The frame around a table, buttons and forms included: which keys and clicks are the explorer's,
// and whether a kernel is there to answer them.

const PATIENCE = 2000; // milliseconds after which a missing answer is told
const SUPPRESS = "data-lm-suppress-shortcuts"; // JupyterLab leaves keys inside alone
// With Ctrl or Cmd, these would change cells: select all, merge, undo and redo.
const OF_CELLS = ["a", "m", "y", "z"];
const NO_KERNEL = "No kernel answers: it was stopped or restarted. Run the cell again.";
const NO_ANSWER =
  "No answer yet: the kernel is busy, or it is not running. If it is not, run the cell again.";

class Frame {
  // press: does what a key asks for, and says whether it did
  constructor(root, model, press) {
    [this.root, this.model, this.press] = [root, model, press];
    this.asked = 0;
    this.handlers = {
      keydown: (event) => this.onKey(event),
      pointerdown: (event) => this.onPointer(event),
      click: (event) => this.onClick(event),
      change: (event) => this.onChange(event),
      focusin: (event) => (this.inside = this.node().contains(event.target)),
    };
    // At the window, before JupyterLab hears of it.
    for (const [type, handler] of Object.entries(this.handlers)) {
      window.addEventListener(type, handler, true);
    }
    model.on("msg:custom", (this.heard = () => this.answered()));
  }

  dispose() {
    for (const [type, handler] of Object.entries(this.handlers)) {
      window.removeEventListener(type, handler, true);
    }
    this.model.off("msg:custom", this.heard);
    this.answered();
  }

  // The explorer, or the table alone; not yet in the page when the table is made.
  node() {
    const node = this.root.closest(".burgundy-explorer") ?? this.root;
    if (!node.hasAttribute("tabindex")) node.tabIndex = -1; // takes the focus of any click
    return node;
  }

  // --- keys ------------------------------------------------------------------------------------

  onKey(event) {
    this.byPointer = false;
    if (event.key === "Tab") this.pointed = null;
    const lost = this.inside && event.target === document.body; // what had it was disabled
    const node = this.node();
    if (!lost && !node.contains(event.target)) return;
    // Those that save, search or print are JupyterLab's, which hears of a key after this.
    node.toggleAttribute(SUPPRESS, !isShortcut(event));
    const modified = (event.ctrlKey || event.metaKey || event.altKey) && !isAltGr(event);
    if (modified || this.writes(event.target)) return;
    if (lost) node.focus({ preventScroll: true });
    if (!this.press(event.key, lost ? node : event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  onPointer(event) {
    this.byPointer = true;
    this.inside = this.node().contains(event.target);
    // A label passes the click on to its field.
    const field = event.target.closest("label")?.control;
    this.pointed = field ?? event.target;
    if (this.notice && !this.notice.contains(event.target)) this.tell("");
  }

  // Whether keys are written there. A list takes letters only from those who came to it by Tab.
  writes(node) {
    if (node.tagName === "SELECT") return node !== this.pointed;
    if (node.tagName === "INPUT") return node.type !== "checkbox";
    return node.tagName === "TEXTAREA" || node.isContentEditable;
  }

  onChange(event) {
    const chosen = this.byPointer && event.target.tagName === "SELECT";
    if (!this.node().contains(event.target)) return;
    if (chosen) this.node().focus({ preventScroll: true });
    if (!this.root.contains(event.target)) this.ask(event.target);
  }

  onClick(event) {
    const node = this.node();
    if (!node.contains(event.target)) return;
    const control = event.target.closest("button, .b-action");
    if (control && !this.isAlive()) {
      event.preventDefault();
      event.stopPropagation();
      this.tell(NO_KERNEL, control);
    } else if (control && !this.root.contains(control)) {
      this.ask(control);
    }
    // A button that was clicked may be disabled, and takes the focus with it.
    const leave = event.detail > 0 && control && !this.root.contains(control);
    setTimeout(() => {
      if (leave || (this.inside && !node.contains(document.activeElement))) {
        node.focus({ preventScroll: true });
      }
    });
  }

  // --- the kernel ------------------------------------------------------------------------------

  isAlive() {
    if (this.root.closest(".jupyter-widgets-disconnected")) return false;
    const manager = this.model.widget_manager; // that of JupyterLab knows its kernel
    if (!manager || !("kernel" in manager)) return true;
    return Boolean(manager.kernel) && manager.kernel.status !== "dead";
  }

  // Ask whether anyone is there; say so, beside what was used, if there is not.
  ask(control) {
    if (!this.isAlive()) {
      this.tell(NO_KERNEL, control);
      return false;
    }
    this.model.send({ do: "ping", number: ++this.asked });
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      // While something is compiled, that is told already.
      if (!this.model.get("doing")) this.tell(NO_ANSWER, control);
    }, PATIENCE);
    return true;
  }

  answered() {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.tell("");
  }

  tell(text, control) {
    this.notice?.remove();
    this.notice = null;
    if (!text) return;
    this.notice = make("div", "burgundy b-notice");
    const line = make("div", "b-message", text);
    line.setAttribute("role", "alert");
    this.notice.append(line);
    const box = (control?.isConnected ? control : this.root).getBoundingClientRect();
    this.notice.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - 440))}px`;
    this.notice.style.top = `${Math.max(8, Math.min(box.bottom + 4, window.innerHeight - 80))}px`;
    document.body.append(this.notice);
  }
}

function isAltGr(event) {
  return event.getModifierState("AltGraph"); // types [ and ] on many keyboards
}

// Whether a key is for JupyterLab or the browser, wherever the focus is.
function isShortcut(event) {
  const held = (event.ctrlKey || event.metaKey) && !isAltGr(event);
  return held && event.key.length === 1 && !OF_CELLS.includes(event.key.toLowerCase());
}
