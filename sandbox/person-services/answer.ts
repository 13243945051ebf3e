import type { ServerResponse } from 'node:http'

export type Answer = { status: number; json: unknown } | { status: number; html: string }

/** Sends an answer that no cache keeps. */
export const sendAnswer = (response: ServerResponse, answer: Answer) => {
  const isPage = 'html' in answer
  response
    .writeHead(answer.status, {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(isPage ? answer.html : JSON.stringify(answer.json))
}
