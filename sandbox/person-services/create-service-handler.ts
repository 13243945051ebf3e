import { cors } from 'hono/cors'
import { keyHeader } from '../../src/contract/service-call.ts'
import { createHttpApp, createListener } from '../shared/http-app.ts'
import { allowTestsOnly } from '../shared/is-test-request.ts'
import { createJsonErrorBody } from './endpoint.ts'
import type { Journal } from './journal.ts'
import { createServiceApp, type RunningService } from './service-app.ts'
import { ServiceError, toServiceError } from './service-error.ts'
import { createServiceFaults } from './service-faults.ts'

type Options = {
  /** By path prefix, without slashes. */
  services: Readonly<Record<string, RunningService>>
  allowedOrigins: readonly string[]
  journal: Journal
  now: () => number
}

const toErrorResponse = (thrown: unknown) => {
  const error = toServiceError(thrown, 'failed')
  return Response.json(createJsonErrorBody(error), { status: error.status })
}

/**
 * Serves several services on one origin, each under `/{name}`. Tests on this machine can also read at
 * `/_stored` what the services received and stored, and plan faults at `/_control/fail-next`.
 */
export const createServiceHandler = ({ services, allowedOrigins, journal, now }: Options) => {
  const namedServices = Object.entries(services)
  const calls = namedServices.flatMap(([name, { endpoints }]) =>
    Object.keys(endpoints).map((call) => `${name}.${call}`),
  )
  const faults = createServiceFaults(calls)

  const app = createHttpApp()
  app.onError(toErrorResponse)
  app.notFound(({ req }) => toErrorResponse(new ServiceError(404, 'not-found', `Nothing at ${req.path}.`)))
  app.get('/_stored', allowTestsOnly, (context) => {
    const storedData = Object.fromEntries(
      namedServices.map(([name, service]) => [name, service.readStoredData()]),
    )
    return context.json({ journal: journal.entries(), ...storedData })
  })
  app.route('/', faults.routes)
  app.options('*', async ({ req, body }, next) =>
    allowedOrigins.includes(req.header('Origin') ?? '') ? next() : body(null, 403),
  )
  app.use(
    cors({
      origin: [...allowedOrigins],
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Authorization', 'Content-Type', keyHeader],
      maxAge: 600,
    }),
  )
  for (const [name, service] of namedServices) {
    app.route(`/${name}`, createServiceApp(name, service, { faults, journal, now }))
  }
  return createListener(app)
}
