// The entry point in production. The version check comes first, in JavaScript that every Node can parse.
import '../node/check-version.js'

await import('./main.ts')
