// Operators run this file after they restored a backup. The version check comes first, in JavaScript that
// every Node can parse.
import '../node/check-version.js'

await import('./after-restore.ts')
