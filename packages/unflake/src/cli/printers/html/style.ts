/** The style of the report: light and dark by the reader's setting, printable, no external resources. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2329; --soft: #5b6570; --line: #dcdad3; --grid: #e9e7e0;
  --pass: #35699f; --fail: #c2452d; --pass-wash: #e6eef6; --fail-wash: #faeae5; --code: #f3f1ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --card: #1b1f25; --ink: #e4e7ea; --soft: #9aa4ae; --line: #333a43; --grid: #262c33;
    --pass: #79aee0; --fail: #f0836b; --pass-wash: #1d2a38; --fail-wash: #38221d; --code: #22272e;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.45rem; line-height: 1.3; margin: .6rem 0 .4rem; overflow-wrap: anywhere; font-weight: 650; }
h1.id { font-size: 1.3rem; }
h2 { font-size: 1.1rem; margin: 2.6rem 0 .8rem; font-weight: 650; }
h3 { font-size: .95rem; margin: 0 0 .6rem; font-weight: 600; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.lead { font-size: 1.08rem; max-width: 46rem; }
.verdict { display: inline-block; padding: .18rem .7rem; border-radius: 99px; font-size: .86rem; font-weight: 600; background: var(--pass-wash); color: var(--pass); }
.verdict.isolated, .verdict.broken, .verdict.blocked { background: var(--fail-wash); color: var(--fail); }
.quiet, figcaption, dt, .facts dd small { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 2.2rem; margin: 1.2rem 0 0; }
.facts dt { font-size: .78rem; } .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
code, pre, .id { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code, pre, span.id { font-size: .86em; }
code, .id { overflow-wrap: anywhere; }
pre { margin: .35rem 0 .9rem; padding: .75rem .9rem; background: var(--code); border-radius: 6px; overflow-x: auto; border-left: 3px solid var(--line); }
.pair pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre.fails { border-left-color: var(--fail); } pre.passes { border-left-color: var(--pass); }
.pair p { margin: 0; font-size: .86rem; color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 42rem; font-size: .9rem; }
th { text-align: left; font-weight: 600; font-size: .78rem; color: var(--soft); padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--grid); vertical-align: top; overflow-wrap: anywhere; min-width: 5.2rem; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
td ul { margin: 0; padding-left: 1rem; }
.bar { display: block; height: 4px; margin-top: .3rem; background: var(--grid); border-radius: 2px; overflow: hidden; width: 5.2rem; }
.bar span { display: block; height: 100%; background: var(--ink); }
[class^="status-"] { white-space: nowrap; }
.status-confirmed { color: var(--fail); font-weight: 600; } .status-rejected { color: var(--soft); }
figure { margin: 0 0 1.2rem; padding: 1.1rem 1.2rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
figcaption { font-size: .82rem; margin-top: .5rem; }
.plot { overflow-x: auto; } .plot svg { display: block; width: 100%; min-width: 34rem; height: auto; }
svg text { font: 11.5px system-ui, sans-serif; fill: var(--ink); font-variant-numeric: tabular-nums; }
svg .name { text-anchor: end; } svg .tick { text-anchor: middle; fill: var(--soft); } svg .end { text-anchor: end; } svg .value, svg .soft { fill: var(--soft); }
svg .pass { fill: var(--pass); stroke: var(--pass); } svg .fail { fill: var(--fail); stroke: var(--fail); }
svg rect.pass, svg rect.fail { stroke-width: 0; } svg rect.pass.hollow { fill: var(--pass-wash); stroke-width: 1; }
svg .faint { fill-opacity: .45; stroke-width: 0; } svg .none { fill: var(--soft); }
svg .interval { stroke-width: 3; stroke-linecap: round; opacity: .55; } svg .median { stroke-width: 2; }
svg .grid { stroke: var(--grid); } svg .axis { stroke: var(--line); }
svg .curve { fill: none; stroke: var(--ink); stroke-width: 1.5; } svg .curve.leading { stroke-width: 2.5; } svg .curve.other { stroke: var(--soft); stroke-width: 1; } svg .dot { fill: var(--ink); }
details { margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; }
footer { margin-top: 3rem; font-size: .82rem; color: var(--soft); }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --grid: #ddd; --pass: #35699f; --fail: #c2452d; --pass-wash: #eee; --fail-wash: #eee; --code: #f6f6f6; }
  main { max-width: none; padding: 0; } figure, tr, pre { break-inside: avoid; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .plot, .scroll { overflow: visible; } table { min-width: 0; } .plot svg { min-width: 0; }
}
`;
