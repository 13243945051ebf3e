import type { Hono } from 'hono'
import { productApi } from '../../src/contract/product-api.ts'
import type { AppEnv } from '../http/app-env.ts'
import { refuse } from '../http/refusal.ts'
import type { AnswerCall } from './dispatch.ts'
import { callNames } from './handler.ts'
import type { Gate } from './authorize.ts'

/** Puts every row of the contract under its address, behind the gate. */
export const serveCalls = (app: Hono<AppEnv>, { gate, answer }: { gate: Gate; answer: AnswerCall }): void => {
  for (const name of callNames) {
    const { method, path } = productApi[name]
    const allowed: readonly string[] = method === 'GET' ? ['GET', 'HEAD'] : [method]
    app.all(path, async (http) => {
      http.set('route', path)
      if (!allowed.includes(http.req.method)) {
        http.header('Allow', allowed.join(', '))
        return refuse(http, { code: 'method-not-allowed' })
      }
      const passed = await gate(name, http)
      const answered = passed.ok ? await answer(name, http) : passed
      return answered.ok ? answered.value : refuse(http, answered.error)
    })
  }
}
