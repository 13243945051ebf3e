const { gunzipSync } = require('node:zlib')

/**
 * AWS runs this file unchanged (`erasure-log.ts`), with the lines that a subscription found in a log. What
 * the function prints becomes its own log. `console` is not used, because it would add a prefix to each line.
 */
exports.handler = async ({ awslogs }) => {
  const { logEvents } = JSON.parse(gunzipSync(Buffer.from(awslogs.data, 'base64')))
  for (const { message } of logEvents) process.stdout.write(`${message}\n`)
}
