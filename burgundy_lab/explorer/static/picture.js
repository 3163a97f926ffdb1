// The picture of a position, the places in it that can be chosen, and the menu of a place.

const LEAST_TARGET = 21; // pixels of a place, each way; places are rounded down

class Picture {
  // light: shows where some choices act; choose: takes one
  constructor(light, choose) {
    [this.light, this.choose] = [light, choose];
    this.board = make("div", "b-board");
    // The picture has styles of its own, which must not reach the rest of the page.
    this.picture = make("div", "b-picture");
    this.shadow = this.picture.attachShadow({ mode: "open" });
    this.places = make("div", "b-places");
    this.board.append(this.picture, this.places);
    document.addEventListener("pointerdown", (this.outside = (event) => {
      if (this.menu && !event.composedPath().includes(this.menu)) this.closeMenu();
    }));
    this.resized = new ResizeObserver(() => {
      if (this.svg?.getBoundingClientRect().width !== this.laidOut) this.layOut();
    });
    this.resized.observe(this.picture);
  }

  dispose() {
    document.removeEventListener("pointerdown", this.outside);
    this.resized.disconnect();
  }

  draw(svg, choices) {
    this.shadow.innerHTML = `<style>svg{display:block;width:100%;height:auto}</style>${svg ?? ""}`;
    this.svg = this.shadow.querySelector("svg");
    this.drawPlaces(choices);
  }

  drawPlaces(choices) {
    this.places.replaceChildren();
    this.buttons = new Map();
    const first = new Set(choices.map((choice) => choice.spots[0]));
    for (const choice of choices) {
      for (const spot of choice.spots) {
        if (!this.buttons.has(spot)) {
          this.buttons.set(spot, { spot, choices: [], told: first.has(spot) });
        }
        this.buttons.get(spot).choices.push(choice);
      }
    }
    for (const place of this.buttons.values()) this.addPlace(place);
    this.layOut();
  }

  addPlace(place) {
    const kind = place.spot.replace(/^seat\d+-/, "").replace(/[-\d].*$/, "");
    const button = make("button", `b-place b-${kind}`);
    button.type = "button";
    button.dataset.place = place.spot;
    button.tabIndex = -1;
    if (!place.told) button.classList.add("b-second");
    const words = place.choices.map((choice) => choice.words).join("; ");
    button.setAttribute("aria-label", `${place.spot}: ${words}`);
    const does = words.length > 300 ? `${plural(place.choices.length, "action")}` : words;
    // What lies there is told too: the button covers the hint of the picture.
    const hint = this.svg?.querySelector(`[data-spot="${place.spot}"] > title`)?.textContent;
    button.title = hint ? `${hint}\n${does}` : does;
    if (place.choices.length > 1) button.append(make("span", "b-count", place.choices.length));
    button.addEventListener("click", () => this.choosePlace(place));
    for (const type of ["pointerenter", "focus"]) {
      button.addEventListener(type, () => this.light(place.choices));
    }
    for (const type of ["pointerleave", "blur"]) {
      button.addEventListener(type, () => this.light([]));
    }
    place.button = button;
  }

  // Put the buttons over their places; large ones, which may hold others, lie below.
  layOut() {
    const frame = this.svg?.getBoundingClientRect();
    if (!frame?.width || !this.buttons) return;
    // All is measured before anything is moved: otherwise the page is laid out for each place.
    const boxes = new Map();
    for (const group of this.svg.querySelectorAll("[data-spot]")) {
      const place = this.buttons.get(group.dataset.spot);
      if (place) boxes.set(place, group.getBoundingClientRect());
    }
    for (const [place, box] of boxes) {
      place.x = box.left - frame.left + box.width / 2;
      place.y = box.top - frame.top + box.height / 2;
      const width = Math.max(box.width, LEAST_TARGET);
      const height = Math.max(box.height, LEAST_TARGET);
      const style = place.button.style;
      style.left = `${(100 * (place.x - width / 2)) / frame.width}%`;
      style.top = `${(100 * (place.y - height / 2)) / frame.height}%`;
      style.width = `${(100 * width) / frame.width}%`;
      style.height = `${(100 * height) / frame.height}%`;
    }
    const area = (place) => boxes.get(place).width * boxes.get(place).height;
    this.ordered = [...boxes.keys()].sort((one, two) => area(two) - area(one));
    if (!this.ordered.some((place) => place.button.tabIndex === 0) && this.ordered.length) {
      this.firstPlace().button.tabIndex = 0;
    }
    this.laidOut = frame.width;
    if (this.places.childElementCount !== this.ordered.length) {
      this.places.replaceChildren(...this.ordered.map((place) => place.button));
    }
  }

  firstPlace() {
    return this.ordered.find((place) => place.told) ?? this.ordered[0];
  }

  // Mark the places of some choices.
  mark(choices) {
    const spots = new Set(choices.flatMap((choice) => choice.spots));
    for (const place of this.buttons.values()) {
      place.button.classList.toggle("b-lit", spots.has(place.spot));
    }
  }

  // The only place that Tab reaches: that of before, if it is still there.
  reach(spot) {
    if (!this.ordered?.length) return null;
    const node = (this.ordered.find((place) => place.spot === spot) ?? this.firstPlace()).button;
    for (const place of this.ordered) place.button.tabIndex = place.button === node ? 0 : -1;
    return node;
  }

  // --- the menu of a place -----------------------------------------------------------------------

  choosePlace(place) {
    if (place.choices.length === 1) this.choose(place.choices[0]);
    else this.openMenu(place);
  }

  openMenu(place) {
    this.closeMenu();
    this.menu = make("div", "b-menu");
    this.menu.setAttribute("role", "menu");
    this.menu.setAttribute("aria-label", `Actions of ${place.spot}`);
    for (const choice of place.choices) {
      const item = make("button", "b-menu-item", choice.words);
      item.type = "button";
      item.setAttribute("role", "menuitem");
      item.addEventListener("click", () => this.choose(choice));
      for (const type of ["pointerenter", "focus"]) {
        item.addEventListener(type, () => this.light([choice]));
      }
      this.menu.append(item);
    }
    this.menu.from = place.button;
    this.board.append(this.menu);
    const right = place.x > this.board.clientWidth / 2;
    this.menu.style[right ? "right" : "left"] =
      `${right ? this.board.clientWidth - place.x : place.x}px`;
    this.menu.style.top = `${place.y + 8}px`;
    this.menu.firstChild.focus({ preventScroll: true });
  }

  closeMenu() {
    if (!this.menu) return;
    this.menu.remove();
    this.menu = null;
    this.light([]);
  }

  menuKey(key, target) {
    const items = [...this.menu.children];
    if (key === "Escape") {
      const from = this.menu.from;
      this.closeMenu();
      from.focus({ preventScroll: true });
      return true;
    }
    if (!(key in ARROWS)) return false;
    const step = ARROWS[key][1] || ARROWS[key][0];
    items[(items.indexOf(target) + step + items.length) % items.length].focus();
    return true;
  }

  // --- arrows ------------------------------------------------------------------------------------

  // Move to the place that lies nearest in the direction of the arrow.
  moveOnBoard(button, [dx, dy]) {
    const here = this.ordered.find((place) => place.button === button);
    let best = null;
    for (const place of this.ordered) {
      const [x, y] = [place.x - here.x, place.y - here.y];
      const [along, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      if (along < 1) continue;
      const far = along + 2 * aside;
      if (!best || far < best.far) best = { far, place };
    }
    if (best) rove(button, best.place.button);
    return true;
  }
}
