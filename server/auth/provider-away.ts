import type { Provider } from '../metrics/measures.ts'

/**
 * Thrown when an identity provider fails or does not respond: no sign-in can be checked, and none was
 * refused. The response says that the provider failed, not this server.
 */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
  readonly provider: Provider

  constructor(provider: Provider, message: string, options?: ErrorOptions) {
    super(message, options)
    this.provider = provider
  }
}
