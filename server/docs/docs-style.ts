/** Colours with a contrast of at least 7:1, light and dark. */
export const docsStyle = `
:root { color-scheme: light dark; --text: light-dark(#1b1b1f, #eeeef2); --ground: light-dark(#fff, #131318);
  --soft: light-dark(#f2f2f7, #23232b); --link: light-dark(#00409a, #a8c8ff); }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
nav ul { columns: 16rem; padding-inline-start: 1.25rem; }
section { border-block-start: 1px solid currentColor; padding-block: 1rem; }
h2 { font-size: 1.25rem; overflow-wrap: anywhere; }
.method { background: var(--soft); border-radius: .25rem; padding: .1rem .4rem; font-size: .85em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; }
summary { cursor: pointer; padding-block: .35rem; }
table { border-collapse: collapse; inline-size: 100%; margin-block: .75rem; }
caption { font-weight: 600; text-align: start; }
th, td { text-align: start; vertical-align: top; padding: .25rem .5rem; overflow-wrap: anywhere; }
thead th { border-block-end: 1px solid currentColor; } tbody th { font-weight: 400; inline-size: 40%; }
tbody tr:nth-child(odd) { background: var(--soft); }
`
