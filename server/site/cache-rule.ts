/** Names with a hash never change their content. */
const immutable = 'public, max-age=31536000, immutable'
/** Kept, but asked for again each time: what decides which version of the app runs. */
const always = 'no-cache'
/** Words may be corrected between versions. */
const short = 'public, max-age=300, must-revalidate'
const day = 'public, max-age=86400'

/** How long a file of the site may be kept without asking again. */
export const cacheRule = (path: string): string => {
  if (path.startsWith('assets/')) return immutable
  if (/\.(?:html|webmanifest)$/.test(path) || /^(?:service-worker|sw)\.js$/.test(path)) return always
  return /^(?:videos|icons|posters|logos|screenshots)\//.test(path) ? day : short
}
