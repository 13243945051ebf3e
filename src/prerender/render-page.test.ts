import { expect, test } from 'vitest'
import pages from '../../locales/es/pages.json' with { type: 'json' }
import type { LocaleCode } from '../config/locales.ts'
import { prerenderedPages, type PrerenderedPage } from '../config/pages.ts'
import { homeContent } from '../features/home/testing/home-content.ts'
import { i18nIn } from '../i18n/testing/i18n-in.ts'
import { renderPage } from './render-page.tsx'

const render = (locale: LocaleCode, page: PrerenderedPage): string => {
  const { messages } = i18nIn(locale)
  return renderPage({ locale, page, messages, pages, ...homeContent, year: 2026, social: {} }).html
}

test.each([
  ['pt-BR', 'Para usar este formulário, ative o JavaScript nas configurações do navegador.'],
  ['en-NZ', 'To use this form, turn on JavaScript in your browser’s settings.'],
  ['es-AR', 'Para usar este formulario, activá JavaScript en la configuración del navegador.'],
  ['es-US', 'Para usar este formulario, activa JavaScript en la configuración del navegador.'],
] as const)(
  'above a form in %s stands that it needs JavaScript, and hidden that there is no connection',
  (locale, sentence) => {
    for (const page of ['login', 'sign-up', 'verify'] as const) {
      const [, notice = '', offlineNotice = ''] =
        /<noscript>((?:(?!<noscript>).)*)<\/noscript>((?:(?!<form).)*)<form method="dialog"/s.exec(
          render(locale, page),
        ) ?? []
      expect(notice.replaceAll(/<[^>]*>/g, ''), page).toBe(sentence)
      expect(offlineNotice, page).toMatch(/^<div data-offline-form="" hidden="">/)
    }
  },
)

test('the sign-in form has its button for passkeys from the start, where the provider has passkeys', () => {
  expect(render('es-AR', 'login')).toContain('name="passkey"')
  expect(render('en-US', 'login')).not.toContain('name="passkey"')
})

test('a page without a form does not mention JavaScript', () => {
  const wrong = prerenderedPages.filter((page) => {
    const html = render('en-GB', page)
    return !html.includes('<form') && html.includes('<noscript')
  })
  expect(wrong).toEqual([])
})

test('the home page shows a drill, a question of a module and a certificate, in words and not as pictures', () => {
  const html = render('es-MX', '')
  expect(html).toContain('src="/videos/training-2.webp"')
  expect(html.match(/name="sample"/g)).toHaveLength(2)
  for (const text of ['Dois times, uma bola. E agora?', 'Lucía Fernández', '7K3M-9QXT-4FCM'])
    expect(html).toContain(text)
  expect(html.match(/data-paper/g)).toBeNull()
})
