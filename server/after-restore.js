// After a backup was restored: the check comes first, in JavaScript that every Node can read.
import '../node/check-version.js'

await import('./after-restore.ts')
