import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTestRequest } from '../shared/is-test-request.ts'
import { requestUrl } from '../shared/request-url.ts'
import { jsonResponse, sendResponse, type SentResponse } from '../shared/send-response.ts'
import { createCors } from './cors.ts'
import { jsonRefusalBody } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { readJson } from './read-json.ts'
import { Refusal } from './refusal.ts'
import { createServiceFaults } from './service-faults.ts'
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
 * services were sent and what they store, and `/_control/fail-next` plans faults (see createServiceFaults).
 */
export const createServiceHandler = ({ services, allowedOrigins, journal, now }: Options) => {
  const cors = createCors(allowedOrigins)
  const routes = routesOf(services)
  const targets = new Set([...routes.values()].map(({ service, call }) => `${service}.${call}`))
  const faults = createServiceFaults((name) => targets.has(name))
  const runCall = createRunCall({ faults, journal, now })

  const control = async (request: IncomingMessage, path: string): Promise<SentResponse> => {
    if (!isTestRequest(request)) throw new Refusal(403, 'forbidden', 'Not from here.')
    const target = `${request.method} ${path}`
    if (target === 'GET /_stored') {
      return jsonResponse({ journal: journal.entries(), ...storedBy(services) })
    }
    if (await faults.control(target, () => readJson(request, 'body-refused'))) return jsonResponse({})
    throw nothingAt(path)
  }

  const respond = async (request: IncomingMessage): Promise<SentResponse | 'cut'> => {
    const path = requestUrl(request).pathname
    if (path.startsWith('/_')) return control(request, path)
    const route = routes.get(`${request.method} ${path}`)
    if (route) return runCall(route, request)
    const [, name = ''] = path.split('/')
    const running = Object.hasOwn(services, name) ? services[name] : undefined
    if (!running) throw nothingAt(path)
    const refused = new Refusal(404, running.codes.notFound, `There is no ${request.method} ${path}.`)
    return jsonResponse(running.refusalBody(refused), 404)
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') return cors.answerPreflight(request, response)
    if (!request.url?.startsWith('/_')) cors.allow(request, response)
    sendResponse(response, respond(request).catch(failed))
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

const nothingAt = (path: string) => new Refusal(404, 'not-found', `Nothing at ${path}.`)

const failed = (error: unknown): SentResponse => {
  if (!(error instanceof Refusal)) console.error(error)
  const refused = error instanceof Refusal ? error : new Refusal(500, 'failed', 'Internal error.')
  return jsonResponse(jsonRefusalBody(refused), refused.status)
}
