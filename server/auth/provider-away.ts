import type { Provider } from '../metrics/measures.ts'

/**
 * Thrown where an identity provider does not respond, or fails: nobody's sign-in can be checked, and nobody's was refused.
 * The response says that it is not this server that failed.
 */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
  readonly provider: Provider

  constructor(provider: Provider, message: string, options?: ErrorOptions) {
    super(message, options)
    this.provider = provider
  }
}
