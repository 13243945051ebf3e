import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ok } from '../../lib/result.ts'
import type { Details } from '../../person/person.ts'
import { markupIn } from '../../ui/testing/markup.ts'
import { DetailsForm } from './details-page.tsx'

const renderForm = (details: Partial<Details>) =>
  markupIn(
    'pt-BR',
    createElement(DetailsForm, {
      details: { firstName: 'Ana', lastName: 'Silva', ...details },
      save: async () => ok(undefined),
    }),
  )

test('shows all of the sign-up’s answers about the work for editing', () => {
  const html = renderForm({ job: 'coach', partner: 'Clube do Bairro', workFrom: 'AR', sportType: 'futsal' })
  expect(/<input[^>]*name="partner"[^>]*>/.exec(html)?.[0]).toContain('value="Clube do Bairro"')
  for (const chosen of ['coach', 'AR', 'futsal']) expect(html).toContain(`value="${chosen}" selected=""`)
})

test('does not ask twice for the organisation when the survey profile asks for it', () => {
  const html = renderForm({ survey: { where: 'Street Soccer USA' } })
  expect(html).not.toContain('name="partner"')
  expect(html).not.toContain('name="workFrom"')
})
