import { locales, type LocaleCode } from '../../src/config/locales.ts'
import { marketingHeaderOf, type MarketingHeader } from '../../src/contract/marketing-profile.ts'
import { Refused } from '../person-services/refused.ts'

const fields = ['isoLanguage', 'isoCountry', 'brandCode', 'campaignId'] as const

/** Refuses a header of another locale than the key's: its market would get the wrong campaign's mail. */
export const assertHeaderOf = (locale: LocaleCode, header: MarketingHeader) => {
  const expected = marketingHeaderOf(locales[locale])
  const wrong = fields.find((field) => header[field] !== expected[field])
  if (wrong) {
    throw new Refused(422, 'header-refused', `Not the ${wrong} of ${locale}.`, `profile.header.${wrong}`)
  }
}
