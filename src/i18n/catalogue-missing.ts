import type { LocaleCode } from '../config/locales.ts'
import type { FetchJsonFailure } from './fetch-json.ts'

/** Thrown by a route that cannot be shown without the words of its locale; the route's error screen says why. */
export class CatalogueMissing extends Error {
  readonly locale: LocaleCode
  readonly reason: FetchJsonFailure

  constructor(locale: LocaleCode, reason: FetchJsonFailure) {
    super(`The words of ${locale} could not be loaded: ${reason}`)
    this.name = 'CatalogueMissing'
    this.locale = locale
    this.reason = reason
  }
}
