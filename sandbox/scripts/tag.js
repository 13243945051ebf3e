/*
 * A stand-in for an analytics tag: sends every entry of `window.dataLayer` to its own host, including earlier
 * entries.
 */
;(() => {
  const { src } = document.currentScript
  // The URLs of the tags that run on this page. A tag that is inserted twice runs once.
  const tagUrls = (window.sandboxTags ??= new Set())
  if (tagUrls.has(src)) return
  tagUrls.add(src)
  const send = (entry) => navigator.sendBeacon(new URL('/collect', src), JSON.stringify(entry))

  const entries = (window.dataLayer ??= [])
  for (const entry of entries) send(entry)
  // Only the first tag of a page sends later entries. The tag of a second locale sends only the earlier ones.
  if (tagUrls.size > 1) return
  const push = entries.push.bind(entries)
  entries.push = (...newEntries) => {
    for (const entry of newEntries) send(entry)
    return push(...newEntries)
  }
})()
