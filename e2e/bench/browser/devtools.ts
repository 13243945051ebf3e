import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { chromiumArguments } from '../../../scripts/programs/chromium.ts'

const message = v.object({
  id: v.optional(v.number()),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
})

type Send = (method: string, parameters?: object, sessionId?: string) => Promise<unknown>

/** Connects to the browser's debugging socket. Returns a function that sends commands. */
const connect = async (address: string): Promise<Send> => {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: v.InferOutput<typeof message>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = v.parse(message, JSON.parse(String(data)))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      const id = last
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result)
      })
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
}

const target = v.object({ targetId: v.string() })
const session = v.object({ sessionId: v.string() })
const evaluated = v.object({
  result: v.object({ value: v.optional(v.unknown()), objectId: v.optional(v.string()) }),
  exceptionDetails: v.optional(
    v.object({ exception: v.optional(v.object({ description: v.optional(v.string()) })) }),
  ),
})
const processes = v.object({ processInfo: v.array(v.object({ type: v.string(), id: v.number() })) })

export type Tab = {
  /** Runs an expression, awaits its promise, and resolves with its value. */
  evaluate: (expression: string) => Promise<unknown>
  /** Waits until an expression is true, at each change of the page. Resolves with the page's time, in ms. */
  until: (condition: string) => Promise<number>
  /** Puts files into the file field that an expression returns. */
  choose: (field: string, ...paths: string[]) => Promise<void>
  toFront: () => Promise<void>
  close: () => Promise<void>
}

export type Browser = {
  open: (address: string, atStart?: string) => Promise<Tab>
  /** The process ids of all pages and workers. */
  renderers: () => Promise<number[]>
  close: () => Promise<void>
}

const openTab = async (send: Send, address: string, atStart: string): Promise<Tab> => {
  const { targetId } = v.parse(target, await send('Target.createTarget', { url: 'about:blank' }))
  const { sessionId } = v.parse(session, await send('Target.attachToTarget', { targetId, flatten: true }))
  const command: Send = (method, parameters) => send(method, parameters, sessionId)

  const run = async (expression: string, returnByValue: boolean) => {
    const answer = await command('Runtime.evaluate', { expression, awaitPromise: true, returnByValue })
    const { result, exceptionDetails } = v.parse(evaluated, answer)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression)
    return result
  }

  await command('Page.enable')
  await command('Page.addScriptToEvaluateOnNewDocument', { source: atStart })
  await command('Page.navigate', { url: address })
  const evaluate = async (expression: string) => (await run(expression, true)).value
  return {
    evaluate,
    until: async (condition) =>
      Number(
        await evaluate(`new Promise((resolve) => {
          const look = () => {
            if (!(${condition})) return
            clearInterval(timer)
            observer.disconnect()
            resolve(performance.now())
          }
          const observer = new MutationObserver(look)
          const timer = setInterval(look, 250)
          observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
          look()
        })`),
      ),
    // The timers of a background tab fire only once a second.
    toFront: async () => {
      await command('Page.bringToFront')
    },
    choose: async (field, ...files) => {
      const { objectId } = await run(field, false)
      await command('DOM.setFileInputFiles', { files, objectId })
    },
    close: async () => {
      await send('Target.closeTarget', { targetId })
    },
  }
}

/**
 * A browser without a debugger on its network. Playwright's debugger copies every binary request body, which
 * would measure the debugger and not the uploader.
 */
export const startBrowser = async (executable: string, profile: string): Promise<Browser> => {
  const child = spawn(
    executable,
    [...chromiumArguments, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let send: Send | undefined
  for await (const line of createInterface(child.stderr)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    send = await connect(address)
    break
  }
  if (!send) throw new Error('The browser did not start.')
  child.stderr.resume()
  const browser = send
  return {
    open: (address, atStart = '') => openTab(browser, address, atStart),
    renderers: async () =>
      v
        .parse(processes, await browser('SystemInfo.getProcessInfo'))
        .processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : [])),
    close: async () => {
      await browser('Browser.close').catch(() => undefined)
      await ended
    },
  }
}
