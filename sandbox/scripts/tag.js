/*
 * The stand-in of an analytics tag: sends every entry of `window.dataLayer` to its own host, including
 * earlier entries.
 */
;(() => {
  const { src } = document.currentScript
  const told = (window.sandboxTags ??= new Set())
  if (told.has(src)) return
  told.add(src)
  const send = (entry) => navigator.sendBeacon(new URL('/collect', src), JSON.stringify(entry))

  const entries = (window.dataLayer ??= [])
  for (const entry of entries) send(entry)
  // Only one tag of a page listens. The tag of a second locale only sends the earlier entries.
  if (told.size > 1) return
  const push = entries.push.bind(entries)
  entries.push = (...added) => {
    for (const entry of added) send(entry)
    return push(...added)
  }
})()
