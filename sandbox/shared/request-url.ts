import type { IncomingMessage } from 'node:http'

/** The address of a request. A client may send any text as one, and of `//` alone `new URL` makes an exception. */
export const requestUrl = ({ url = '' }: IncomingMessage): URL =>
  new URL(`http://localhost/${url.replace(/^\//, '')}`)
