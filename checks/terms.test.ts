import { expect, test } from 'vitest'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { localeCodes, locales } from '../src/config/locales.ts'

/**
 * If the survey profile of a locale offers "Under 18" as an answer, its terms admit these coaches. Otherwise
 * the terms exclude them.
 */
test.each(localeCodes)('the terms of %s require of a coach what the sign-up there requires', (code) => {
  const terms = JSON.stringify(readCatalogue(code, 'pages')['terms'])
  const isAskedForPermission = locales[code].auth.kind === 'loyalty'
  const permission =
    /18 or older, or at least 13 with the permission|18 años o más, o al menos 13 con permiso/
  const legalAge = /be of legal age|ser mayor de edad|ser maior de idade/
  expect(permission.test(terms)).toBe(isAskedForPermission)
  expect(legalAge.test(terms)).toBe(!isAskedForPermission)
})
