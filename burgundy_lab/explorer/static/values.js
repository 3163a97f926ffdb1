// Values of actions in figures and small drawings.

const BAR = { width: 64, height: 14, edge: 5 };

function scale(rows, name) {
  const limits = rows.flatMap((row) => [row[`${name}_low`], row[`${name}_high`], row[name]]);
  const known = limits.filter((limit) => limit !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
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
  return low === null ? "" : ` ±${((unit * (high - low)) / 2).toFixed(digits)}`;
}

function percent(value) {
  return `${(100 * value.win).toFixed(1)}${halves(value, "win", 1, 100)} %`;
}

function points(value) {
  return `${value.vp.toFixed(1)}${halves(value, "vp", 1, 1)} VP`;
}

function shortBehind(value) {
  const [win, vp] = [halves(value, "behind", 1, 100), halves(value, "vp_behind", 1, 1)];
  return (
    `behind: ${(100 * value.behind).toFixed(1)}${win} % of wins, ` +
    `${value.vp_behind.toFixed(1)}${vp} VP`
  );
}

// Paired games tell two actions apart better than the intervals of either let one think.
function behind(value) {
  if (value.rank === 1) return "the best so far";
  const [win, vp] = [halves(value, "behind", 1, 100), halves(value, "vp_behind", 1, 1)];
  return (
    `behind the best, paired game by game: ${(100 * value.behind).toFixed(1)}${win} % of wins, ` +
    `${value.vp_behind.toFixed(1)}${vp} VP`
  );
}
