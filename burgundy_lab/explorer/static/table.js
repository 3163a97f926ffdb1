// The table of a position: its picture beside the list of legal actions. It draws what Python shows
// and says what was chosen; it knows no rule.

const KEYS = {
  u: "undo", r: "redo", b: "back", n: "forth", "[": "first", "]": "last",
  m: "move", t: "turn", v: "values", s: "stop",
};
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const HELP =
  "Click a marked place or an action, or use the keyboard: Tab and arrow keys move, Enter " +
  "chooses, Escape closes; u undo, r redo, b back, n next, [ first, ] last, m move and t turn " +
  "by the strategy, v values, s stop, c copies the position as text.";

function make(tag, name, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
}

function plural(n, word) {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

// Move the focus, and with it what Tab reaches.
function rove(from, to) {
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

class Table {
  constructor(model, el) {
    this.model = model;
    this.root = make("div", "burgundy");
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "The table");
    this.build();
    el.append(this.root);
    this.frame = new Frame(this.root, model, (key, target) => this.handleKey(key, target));
    this.handlers = {
      "change:shown": () => this.draw(),
      "change:values": () => this.drawValues(),
      "change:message": () => this.tell(),
      "change:doing": () => this.tell(),
    };
    for (const [event, handler] of Object.entries(this.handlers)) model.on(event, handler);
    this.draw();
  }

  build() {
    this.heading = make("div", "b-heading");
    this.heading.setAttribute("aria-live", "polite");
    this.message = make("div", "b-message");
    this.message.setAttribute("role", "alert");
    this.doing = make("div", "b-doing");
    this.doing.setAttribute("role", "status");
    const light = (choices) => this.light(choices);
    const choose = (choice) => this.choose(choice);
    [this.picture, this.rows] = [new Picture(light, choose), new Rows(light, choose)];
    // Board and list scroll each by itself, so that both stay in sight.
    const view = make("div", "b-view");
    view.append(this.picture.board);
    const main = make("div", "b-main");
    main.append(view, this.rows.side);
    const below = [this.rows.note, make("div", "b-help", HELP)];
    this.root.append(this.heading, this.message, this.doing, main, ...below);
  }

  dispose() {
    for (const [event, handler] of Object.entries(this.handlers)) this.model.off(event, handler);
    this.picture.dispose();
    this.frame.dispose();
  }

  send(content) {
    if (this.frame.ask(document.activeElement)) this.model.send(content);
  }

  // --- drawing ---------------------------------------------------------------------------------

  draw() {
    const focused = this.focused();
    this.picture.closeMenu();
    const shown = this.model.get("shown");
    const choices = shown.choices ?? [];
    this.heading.textContent = shown.heading ?? "";
    if (shown.told && !shown.results?.length) this.heading.append(make("span", "b-told", shown.told));
    this.rows.draw(choices, shown.results ?? []);
    this.drawValues();
    this.tell();
    this.picture.draw(shown.svg, choices); // last, when it has its width
    this.restore(focused);
  }

  drawValues() {
    this.root.classList.toggle("b-valued", this.rows.drawValues(this.model.get("values")));
  }

  tell() {
    this.message.textContent = this.model.get("message");
    this.doing.textContent = this.model.get("doing");
  }

  // --- choosing --------------------------------------------------------------------------------

  light(choices) {
    this.picture.mark(choices);
    this.rows.mark(choices);
  }

  choose(choice) {
    // With what it was chosen from: a second click must not play in the next position.
    this.send({ do: "play", action: choice.action, of: this.model.get("shown").text });
  }

  async copy() {
    let done = "position copied";
    try {
      await navigator.clipboard.writeText(this.model.get("shown").text);
    } catch {
      done = "the browser does not let this page copy: the text stands under 'Position as text'";
    }
    this.heading.querySelector(".b-copied")?.remove();
    this.heading.append(make("span", "b-told b-copied", done));
  }

  // --- keyboard --------------------------------------------------------------------------------

  handleKey(key, target) {
    if (key === "c") {
      this.copy();
      return true;
    }
    if (key in KEYS) {
      this.send({ do: KEYS[key] });
      return true;
    }
    if (this.picture.menu?.contains(target)) return this.picture.menuKey(key, target);
    const item = target.closest(".b-action");
    if (item && (key === "Enter" || key === " ")) {
      item.click();
      return true;
    }
    if (!(key in ARROWS)) return false;
    if (item) return this.rows.moveInList(item, ARROWS[key][1] || ARROWS[key][0]);
    if (!target.classList.contains("b-place")) return false;
    return this.picture.moveOnBoard(target, ARROWS[key]);
  }

  // --- focus stays where it was when the position changes ----------------------------------------

  focused() {
    const node = document.activeElement;
    if (!this.root.contains(node)) return null;
    if (node.classList.contains("b-action")) return { list: true };
    return { place: (this.picture.menu?.from ?? node).dataset?.place };
  }

  restore(focused) {
    if (!focused) return;
    const first = this.rows.rows[0]?.item;
    const node = focused.list ? first : this.picture.reach(focused.place);
    (node ?? first)?.focus({ preventScroll: true });
  }
}

// Called once for each explorer, which may be looked at in several places.
export default () => {
  let views = 0;
  return {
    render({ model, el }) {
      const table = new Table(model, el);
      views += 1;
      return () => {
        views -= 1;
        if (!views && table.frame.isAlive()) tellGone(model);
        table.dispose();
      };
    },
  };
};

// Nobody looks on any more; if its kernel is gone as well, there is nobody to tell.
async function tellGone(model) {
  try {
    await model.send({ do: "gone" });
  } catch {
    // The kernel went first.
  }
}
