import type { Provider } from '../metrics/measures.ts'

/**
 * Thrown when an identity provider fails or does not respond, so that a sign-in can be neither confirmed nor
 * rejected. The response names the provider as the cause, not this server.
 */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError'
  readonly provider: Provider

  constructor(provider: Provider, message: string, options?: ErrorOptions) {
    super(message, options)
    this.provider = provider
  }
}
