import { expect, test } from 'vitest'
import { poolNames } from '../../src/config/locales.ts'
import { createPoolEmails } from './pool-emails.ts'

test.each([
  ['BR', 'pt-BR', 'Quebrando Barreiras', 'Entre em', 'ignore esta mensagem'],
  ['GB', 'en-GB', 'Breaking Barriers', 'Sign in at', 'you can ignore this message'],
  ['AU', 'en-AU', 'Breaking Barriers', 'Sign in at', 'you can ignore this message'],
  ['NZ', 'en-NZ', 'Breaking Barriers', 'Sign in at', 'you can ignore this message'],
  ['AR', 'es-AR', 'Rompiendo barreras', 'Iniciá sesión en', 'ignorá este mensaje'],
  ['MX', 'es-MX', 'Rompiendo barreras', 'Inicia sesión en', 'ignora este mensaje'],
] as const)(
  'the pool %s writes in the words of %s, and says where to sign in',
  (pool, locale, site, signIn, ignore) => {
    const { sender, code, invitation } = createPoolEmails(pool, 'coaches.example.org')
    expect(sender).toBe(site)
    expect(code.emailBody).toContain(ignore)
    expect(invitation.emailBody).toContain(`${signIn} https://coaches.example.org/${locale}/login`)
  },
)

test.each(poolNames)('every email of %s names the site, and has what Cognito fills in', (pool) => {
  const { sender, code, invitation } = createPoolEmails(pool, 'coaches.example.org')
  for (const text of [...Object.values(code), ...Object.values(invitation)]) expect(text).toContain(sender)
  expect(code.emailBody).toContain('{####}')
  expect(invitation.emailBody).toMatch(/\{username\}.*\{####\}/)
})
