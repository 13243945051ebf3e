import type { Provider } from '../metrics/measures.ts'

/**
 * Thrown when an identity provider fails or does not respond, so that a sign-in can be neither confirmed nor
 * refused. The response names the provider as the cause, not this server.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  readonly provider: Provider

  constructor(provider: Provider, message: string, options?: ErrorOptions) {
    super(message, options)
    this.provider = provider
  }
}
