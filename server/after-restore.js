// Run after a backup was restored. The version check comes first, in JavaScript that every Node can parse.
import '../node/check-version.js'

await import('./after-restore.ts')
