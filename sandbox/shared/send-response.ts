import type { ServerResponse } from 'node:http'

export type SentResponse = { status: number; type: string; body: string; headers?: Record<string, string> }

export const jsonResponse = (json: unknown, status = 200): SentResponse => ({
  status,
  type: 'application/json',
  body: JSON.stringify(json),
})

export const textResponse = (status: number, body: string): SentResponse => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})

export const htmlResponse = (body: string, status = 200): SentResponse => ({
  status,
  type: 'text/html; charset=utf-8',
  body,
})

/** Sends a response that no cache stores; one that cannot be made cuts the connection. */
export const sendResponse = (response: ServerResponse, making: Promise<SentResponse | 'cut'>): void => {
  making
    .then((made) => {
      if (made === 'cut') return response.destroy()
      const { status, type, body, headers } = made
      const fixed = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
      return response.writeHead(status, { 'Content-Type': type, ...fixed, ...headers }).end(body)
    })
    .catch(() => response.destroy())
}
