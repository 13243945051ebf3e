const { gunzipSync } = require('node:zlib')

/**
 * AWS runs this file as it is (`erasure-log.ts`), with the lines that a subscription found in a log. What is written here goes to the
 * function's own log: line by line and not by `console`, which would put words in front.
 */
exports.handler = async ({ awslogs }) => {
  const { logEvents } = JSON.parse(gunzipSync(Buffer.from(awslogs.data, 'base64')))
  for (const { message } of logEvents) process.stdout.write(`${message}\n`)
}
