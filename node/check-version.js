// Plain JavaScript, so that a Node which cannot parse TypeScript reports the cause, not an unknown extension.
// Node 22 runs TypeScript without a flag since 22.18.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Breaking Barriers needs Node 22.18 or newer; this is ${process.versions.node}. On Linux and Windows "npm ci" ` +
      'brings Node 24 along for the npm scripts; elsewhere install it from https://nodejs.org.',
  )
  process.exit(1)
}
