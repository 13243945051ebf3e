import { extendedProfileService } from '../../contract/extended-profile.ts'
import { createServiceClient } from '../../contract/service-client.ts'

/** The extended profile of one coach in memory, as a service that can fail on demand. */
export const memoryProfile = () => {
  const profile = { stored: {} as Record<string, unknown>, fails: false }
  const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
    if (profile.fails) throw new TypeError('Failed to fetch')
    if (url.endsWith('/update') && typeof body === 'string') Object.assign(profile.stored, JSON.parse(body))
    return Response.json({ profile: profile.stored })
  }
  return { profile, client: createServiceClient({ service: extendedProfileService, baseUrl: '', fetch }) }
}
