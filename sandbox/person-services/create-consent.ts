import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { consentService } from '../../src/contract/consent.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { endpointFactory, createJsonBodyRefusal, type Endpoints } from './endpoint.ts'
import { jsonService } from './service-app.ts'

const { consent } = consentService.calls
const consentsSchema = v.object({
  consents: v.array(v.object({ consentId: v.string(), recordedAt: v.string(), consent: consent.body })),
})

type Options = { directory: string; now: () => number }

/** Creates the consent service. Stores one record of consent for each call. */
export const createConsentService = async ({ directory, now }: Options) => {
  const file = await openJsonFile(join(directory, 'consents.json'), consentsSchema, () => ({ consents: [] }))
  const createEndpoint = endpointFactory<{ anyone: undefined }>(
    { anyone: () => undefined },
    createJsonBodyRefusal,
  )

  const endpoints: Endpoints<typeof consentService.calls> = {
    consent: createEndpoint(consent, async (body) => {
      const receipt = { consentId: randomUUID(), recordedAt: new Date(now()).toISOString() }
      await file.change(({ consents }) => ({ consents: [...consents, { ...receipt, consent: body }] }))
      return receipt
    }),
  }
  return jsonService(endpoints, () => file.content)
}
