import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTestRequest } from '../shared/is-test-request.ts'
import { requestUrl } from '../shared/request-url.ts'
import { sendAnswer, type Answer } from './answer.ts'
import { createCors } from './cors.ts'
import { jsonRefusalBody } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { createPlannedFaults } from './planned-faults.ts'
import { readJson } from './read-json.ts'
import { Refused } from './refused.ts'
import { createRunCall, type Route, type RunningService } from './run-call.ts'

type Options = {
  /** by path prefix, without slashes */
  services: Readonly<Record<string, RunningService>>
  allowedOrigins: readonly string[]
  journal: Journal
  now: () => number
}

/**
 * One origin for several services, each behind `/{name}`. For tests, from this machine only: `GET /_stored` shows what the
 * services were sent and what they keep, and `/_control/fail-next` orders faults (see createPlannedFaults).
 */
export const createServiceHandler = ({ services, allowedOrigins, journal, now }: Options) => {
  const cors = createCors(allowedOrigins)
  const routes = routesOf(services)
  const targets = new Set([...routes.values()].map(({ service, call }) => `${service}.${call}`))
  const faults = createPlannedFaults((name) => targets.has(name))
  const runCall = createRunCall({ faults, journal, now })

  const control = async (request: IncomingMessage, path: string): Promise<Answer> => {
    if (!isTestRequest(request)) throw new Refused(403, 'forbidden', 'Not from here.')
    const asked = `${request.method} ${path}`
    if (asked === 'GET /_stored') return ok({ journal: journal.entries(), ...storedBy(services) })
    if (asked === 'DELETE /_control/fail-next') faults.forget()
    else if (asked === 'POST /_control/fail-next') faults.order(await readJson(request, 'body-refused'))
    else throw nothingAt(path)
    return ok({})
  }

  const answer = async (request: IncomingMessage): Promise<Answer | 'cut'> => {
    const path = requestUrl(request).pathname
    if (path.startsWith('/_')) return control(request, path)
    const route = routes.get(`${request.method} ${path}`)
    if (route) return runCall(route, request)
    const [, name = ''] = path.split('/')
    const running = Object.hasOwn(services, name) ? services[name] : undefined
    if (!running) throw nothingAt(path)
    const refused = new Refused(404, running.codes.notFound, `There is no ${request.method} ${path}.`)
    return { status: 404, json: running.refusalBody(refused) }
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') return cors.answerPreflight(request, response)
    if (!request.url?.startsWith('/_')) cors.allow(request, response)
    answer(request)
      .catch(failed)
      .then((given) => (given === 'cut' ? response.destroy() : sendAnswer(response, given)))
      .catch(() => response.destroy())
  }
}

const routesOf = (services: Options['services']) => {
  const routes = new Map<string, Route>()
  for (const [service, running] of Object.entries(services)) {
    for (const [call, endpoint] of Object.entries(running.endpoints)) {
      const { method, path } = endpoint.row
      routes.set(`${method} /${service}${path}`, { service, call, running, endpoint })
    }
  }
  return routes
}

const storedBy = (services: Options['services']) =>
  Object.fromEntries(Object.entries(services).map(([name, { stored }]) => [name, stored()]))

const ok = (json: object): Answer => ({ status: 200, json })
const nothingAt = (path: string) => new Refused(404, 'not-found', `Nothing at ${path}.`)

const failed = (error: unknown): Answer => {
  if (!(error instanceof Refused)) console.error(error)
  const refused = error instanceof Refused ? error : new Refused(500, 'failed', 'Internal error.')
  return { status: refused.status, json: jsonRefusalBody(refused) }
}
