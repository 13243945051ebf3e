// How production starts the server: the check comes first, in JavaScript that every Node can read.
import '../node/check-version.js'

await import('./main.ts')
