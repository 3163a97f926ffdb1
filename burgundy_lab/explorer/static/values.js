// Values of actions in figures and small drawings.

const BAR = { width: 64, height: 14, edge: 5 };

function scale(rows, name) {
  const limits = rows.flatMap((row) => [row[`${name}_low`], row[`${name}_high`], row[name]]);
  const numbers = limits.filter(known);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const room = high - low || 1;
  const best = rows.find((row) => row.rank === 1);
  const place = (value) => BAR.edge + ((value - low) / room) * (BAR.width - 2 * BAR.edge);
  return { place, best: best ? place(best[name]) : null };
}

function bar(value, name, { place, best }, label) {
  const middle = BAR.height / 2;
  const [low, high] = [value[`${name}_low`] ?? value[name], value[`${name}_high`] ?? value[name]];
  const [from, to, at] = [place(low), place(high), place(value[name])];
  const mark =
    name === "win"
      ? `<circle cx="${at}" cy="${middle}" r="3.5"/>`
      : `<path d="M${at - 4.5} ${middle}l4.5-4.5 4.5 4.5-4.5 4.5z"/>`;
  const line = best === null ? "" : `<path class="b-of-best" d="M${best} 0V${BAR.height}"/>`;
  const node = make("span", `b-bar b-bar-${name}`);
  node.setAttribute("aria-hidden", "true");
  node.title = `${label}: ${name === "win" ? percent(value) : points(value)}`;
  node.innerHTML =
    `<svg width="${BAR.width}" height="${BAR.height}">${line}` +
    `<path d="M${from} ${middle}H${to}M${from} ${middle - 4}v8M${to} ${middle - 4}v8"/>${mark}</svg>`;
  return node;
}

function halves(value, name, digits, unit) {
  const [low, high] = [value[`${name}_low`], value[`${name}_high`]];
  return low === null || low === undefined ? "" : ` ±${((unit * (high - low)) / 2).toFixed(digits)}`;
}

function percent(value) {
  return `${(100 * value.win).toFixed(1)}${halves(value, "win", 1, 100)} %`;
}

function points(value) {
  return `${value.vp.toFixed(1)}${halves(value, "vp", 1, 1)} VP`;
}

// Mean of what a game played alone falls short of a win by.
function shortOf(value, name) {
  return `${value.short.toFixed(1)}${halves(value, "short", 1, 1)} ${name}`;
}

// A drawing and its figure, which stay together where a row is narrow.
function pair(drawn, figure) {
  const node = make("span", "b-pair");
  node.append(drawn, make("span", "b-number", figure));
  return node;
}

// What stands below the words of an action; values: all of the moment; scales: of the bars.
function cellsOf(value, values, scales) {
  const cells = [
    make("span", "b-rank", value.rank === 1 ? "★ best" : `#${value.rank}`),
    pair(bar(value, "win", scales[0], "wins"), percent(value)),
    pair(bar(value, "vp", scales[1], "VP"), points(value)),
  ];
  if (values.short && known(value.short)) {
    cells.push(make("span", "b-number", shortOf(value, values.short)));
  }
  if (value.choice) cells.push(make("span", "b-choice", `${values.judge} plays it`));
  if (values.advice === value.action) cells.push(make("span", "b-choice", "advised"));
  if (value.rank !== 1) {
    const behind = make("span", "b-behind", standing(value, values.short));
    behind.title = "to the best so far, paired game by game: known better than either value";
    cells.push(behind);
  }
  return cells;
}

function known(number) {
  return number !== null && number !== undefined;
}

// How an action stands to the best: whether surely behind, and by how much.
function standing(value, short) {
  const by = [
    ["behind", 100, "% points of wins"], ["vp_behind", 1, "VP"], ["short_behind", 1, short],
  ];
  const told = by
    .filter(([name]) => known(value[name]))
    .map(([name, unit, words]) => {
      return `${(unit * value[name]).toFixed(1)}${halves(value, name, 1, unit)} ${words}`;
    });
  const how = value.standing === "not told apart" ? "not told apart" : "behind";
  return told.length ? `${how}: ${told.join(", ")}` : how;
}
