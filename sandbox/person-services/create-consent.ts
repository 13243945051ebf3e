import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { consentService } from '../../src/contract/consent.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { endpointsOf, jsonBodyRefused, type Endpoints } from './endpoint.ts'
import { jsonService } from './service-app.ts'

const { consent } = consentService.calls
const stored = v.object({
  consents: v.array(v.object({ consentId: v.string(), recordedAt: v.string(), consent: consent.body })),
})

type Options = { directory: string; now: () => number }

/** The consent service. Stores one record of consent for each call. */
export const createConsent = async ({ directory, now }: Options) => {
  const file = await openJsonFile(join(directory, 'consents.json'), stored, () => ({ consents: [] }))
  const on = endpointsOf<{ anyone: undefined }>({ anyone: () => undefined }, jsonBodyRefused)

  const endpoints: Endpoints<typeof consentService.calls> = {
    consent: on(consent, async (body) => {
      const given = { consentId: randomUUID(), recordedAt: new Date(now()).toISOString() }
      await file.change(({ consents }) => ({ consents: [...consents, { ...given, consent: body }] }))
      return given
    }),
  }
  return jsonService(endpoints, () => file.content)
}
