import { expect, test } from 'vitest'
import * as v from 'valibot'
import { localeCodes } from '../config/locales.ts'
import { productApi } from '../contract/product-api.ts'
import { toRegistration } from './sign-up-payloads.ts'

const registration = {
  organisation: 'prof',
  workFrom: 'BR',
  job: 'coach',
  partner: 'Clube do Bairro',
  numberOfPeople: 25,
  mktChannel: 'friend',
  youngFemale: 'half',
  sportType: 'football',
}

test('has exactly the fields of the specification', () => {
  expect(toRegistration({ locale: 'pt-BR', registration })).toEqual({
    organisation: 'prof',
    workFrom: 'BR',
    phone: '',
    job: 'coach',
    partner: 'Clube do Bairro',
    numberOfPeople: 25,
    mktChannel: 'friend',
    country: 'BR',
    language: 'PT',
    youngFemale: 'half',
    sportType: 'football',
  })
})

test.each(['', '   '])('sends a dash for no partner (%j)', (partner) => {
  expect(toRegistration({ locale: 'en-GB', registration: { ...registration, partner } }).partner).toBe('-')
})

test.each(localeCodes)('the product API accepts the payload of %s', (code) => {
  const body = { token: 'user-1', ...toRegistration({ locale: code, registration }) }
  expect(v.parse(productApi.customers.body, body)).toEqual(body)
  expect(body.country).toMatch(/^[A-Z]{2}$/)
  expect(body.language).toMatch(/^[A-Z]{2}$/)
})
