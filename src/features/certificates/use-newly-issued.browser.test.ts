import { createElement, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import type { CertificateState } from './certificate-state.ts'
import { useNewlyIssued } from './use-newly-issued.ts'

const issued = { kind: 'issued', isChanging: false } as CertificateState

/** Shows whether a certificate is new while its state takes these values, one after the other. */
const start = (states: CertificateState[]) => {
  const Shown = () => {
    const [step, setStep] = useState(0)
    const { isNew, onShown } = useNewlyIssued(states[step] ?? issued)
    const text = createElement('output', { key: 'new' }, String(isNew))
    const next = createElement('button', { key: 'next', onClick: () => setStep(step + 1) }, 'Next')
    return [text, next, createElement('button', { key: 'shown', onClick: onShown }, 'Shown')]
  }
  return show('en-GB', createElement(Shown))
}
const output = () => page.getByRole('status')
const press = (name: string) => page.getByRole('button', { name }).click()

test('celebrates a certificate that is issued while its page is open, once', async () => {
  const screen = start([{ kind: 'reading' }, { kind: 'to-request', isRecorded: true }, { kind: 'requested' }])
  await press('Next')
  await press('Next')
  await expect.element(output()).toHaveTextContent('false')
  await press('Next')
  await expect.element(output()).toHaveTextContent('true')
  await press('Shown')
  await expect.element(output()).toHaveTextContent('false')
  screen.remove()
})

test('does not celebrate a certificate again that an earlier visit has shown', async () => {
  const screen = start([{ kind: 'reading' }, { kind: 'to-request', isRecorded: false }])
  await press('Next')
  await press('Next')
  await expect.element(output()).toHaveTextContent('false')
  screen.remove()
})
