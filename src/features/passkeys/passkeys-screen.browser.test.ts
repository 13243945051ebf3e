import { createElement, useState, type ComponentProps } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes, type LocaleCode } from '../../config/locales.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { findWiderThanPhones } from '../../ui/testing/wider-than-phones.ts'
import { PasskeysScreen } from './passkeys-screen.tsx'

type Props = ComponentProps<typeof PasskeysScreen>

const locale = 'pt-BR'
const t = translateIn(locale)

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

const keychain = { id: 'key-1', name: 'iCloud Keychain', createdAt: Date.UTC(2026, 2, 4, 12) }
const nameless = { id: 'key-2', name: 'Passkey', createdAt: undefined }
const listOf = (...passkeys: (typeof keychain | typeof nameless)[]) =>
  ok({ passkeys, hasSecondFactor: false })

const createProps = (given: Partial<Props>) => ({
  email: 'ana@example.com',
  offline: false,
  list: listOf(),
  add: vi.fn<Props['add']>(async () => ok('added')),
  remove: vi.fn<Props['remove']>(async () => ok(undefined)),
  onRetry: vi.fn(),
  onChanged: vi.fn<Props['onChanged']>(async () => undefined),
  ...given,
})
const open = (given: Partial<Props> = {}, language: LocaleCode = locale) => {
  const props = createProps(given)
  shown.push(show(language, createElement(Toaster)), show(language, createElement(PasskeysScreen, props)))
  return props
}

const heading = () => page.getByRole('heading', { level: 1, name: t('passkeys.title') })
const password = () => page.getByLabelText(t('secondFactor.password'), { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const removeKeychain = () =>
  button(t('passkeys.removeDated', { name: 'iCloud Keychain', date: '4 de março de 2026' }))
const add = async () => {
  await password().fill('Treino-2026!')
  await button(t('passkeys.add')).click()
}

test('explains passkeys, and adds the first one after the password', async () => {
  const { add: asked, onChanged } = open()
  await expect.element(page.getByText(t('passkeys.intro'))).toBeVisible()
  await expect.element(page.getByText(t('passkeys.none'))).toBeVisible()
  await add()
  await expect.element(page.getByText(t('passkeys.added'))).toBeVisible()
  await expect.element(heading()).toHaveFocus()
  expect(asked).toHaveBeenCalledExactlyOnceWith('Treino-2026!')
  expect(onChanged).toHaveBeenCalledOnce()
})

test('says after a cancelled prompt that no passkey was added', async () => {
  const { onChanged } = open({ add: async () => ok('cancelled') })
  await add()
  await expect.element(page.getByText(t('passkeys.notAdded'))).toBeVisible()
  await expect.element(password()).toHaveValue('Treino-2026!')
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  expect(onChanged).not.toHaveBeenCalled()
})

test('reports why a passkey was not added, and reads the list again', async () => {
  const { onChanged } = open({ add: async () => fail({ message: 'passkeys.exists' }) })
  await add()
  await expect.element(page.getByRole('alert').getByText(t('passkeys.exists'))).toBeVisible()
  expect(onChanged).toHaveBeenCalledOnce()
})

test('confirms a passkey that exists although the response was lost', async () => {
  open({ add: async () => fail({ message: 'error.network' }), onChanged: async () => listOf(keychain) })
  await add()
  await expect.element(page.getByText(t('passkeys.added'))).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('lists passkeys, and removes one after a confirmation', async () => {
  const remove = vi.fn<Props['remove']>(async () => ok(undefined))
  const Removable = () => {
    const [list, setList] = useState(listOf(keychain, nameless))
    return createElement(PasskeysScreen, {
      ...createProps({ list, remove }),
      onChanged: async () => {
        setList(listOf(nameless))
        return listOf(nameless)
      },
    })
  }
  shown.push(show(locale, createElement(Toaster)), show(locale, createElement(Removable)))
  await expect.element(page.getByText('Adicionada em 4 de março de 2026')).toBeVisible()
  await expect.element(page.getByText(t('passkeys.unnamed'), { exact: true })).toBeVisible()
  await removeKeychain().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(remove).not.toHaveBeenCalled()
  await removeKeychain().click()
  await dialog.getByRole('button', { name: t('passkeys.remove'), exact: true }).click()
  await expect.element(page.getByText(t('passkeys.removed'))).toBeVisible()
  await expect.element(page.getByText('iCloud Keychain')).not.toBeInTheDocument()
  await expect.element(heading()).toHaveFocus()
  expect(remove).toHaveBeenCalledExactlyOnceWith('key-1')
})

test('names the buttons of passkeys with the same name differently', async () => {
  open({
    list: listOf(keychain, { ...keychain, id: 'key-3', createdAt: Date.UTC(2026, 4, 9, 12) }, nameless),
  })
  await expect.element(removeKeychain()).toBeVisible()
  const date = '9 de maio de 2026'
  await expect.element(button(t('passkeys.removeDated', { name: 'iCloud Keychain', date }))).toBeVisible()
  await expect.element(button(t('passkeys.removeNamed', { name: t('passkeys.unnamed') }))).toBeVisible()
})

test('keeps the question open if a passkey could not be removed', async () => {
  open({ list: listOf(keychain), remove: async () => fail({ message: 'error.network' }) })
  await removeKeychain().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('passkeys.remove'), exact: true }).click()
  await expect.element(dialog.getByText(t('error.network'))).toBeVisible()
})

test.each<[string, Partial<Props>, MessageId]>([
  ['the account needs a code', { list: ok({ passkeys: [], hasSecondFactor: true }) }, 'passkeys.withCode'],
  [
    'the account has 20 passkeys',
    { list: listOf(...Array.from({ length: 20 }, (_, index) => ({ ...keychain, id: `key-${index}` }))) },
    'passkeys.tooMany',
  ],
  [
    'the account has no passkeys',
    { list: fail({ message: 'secondFactor.notOffered' }) },
    'secondFactor.notOffered',
  ],
])('offers no form if %s', async (_name, given, message) => {
  open(given)
  await expect.element(page.getByText(t(message))).toBeVisible()
  expect(password().elements()).toHaveLength(0)
})

test('offers no form in a browser without passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  open({ list: listOf(keychain) })
  await expect.element(page.getByText(t('passkeys.unsupported'))).toBeVisible()
  await expect.element(page.getByText('iCloud Keychain')).toBeVisible()
  expect(password().elements()).toHaveLength(0)
})

test('shows the form for another passkey after a tap, below the list', async () => {
  const { add: asked } = open({ list: listOf(keychain) })
  await expect.element(page.getByRole('heading', { level: 2, name: t('passkeys.list') })).toBeVisible()
  expect(password().elements()).toHaveLength(0)
  await page.getByText(t('passkeys.addAnother')).click()
  await add()
  await expect.element(page.getByText(t('passkeys.added'))).toBeVisible()
  expect(asked).toHaveBeenCalledExactlyOnceWith('Treino-2026!')
})

test('says only that the account cannot have passkeys, not what they are for', async () => {
  open({ list: fail({ message: 'secondFactor.notOffered' }) })
  await expect.element(page.getByText(t('secondFactor.stillSignIn'))).toBeVisible()
  expect(page.getByText(t('passkeys.intro')).elements()).toHaveLength(0)
})

test.each<[string, Props['list']]>([
  ['is read', undefined],
  ['could not be read', fail({ message: 'error.network' })],
])('says offline only that it needs a connection, when the list %s', async (_when, list) => {
  open({ list, offline: true })
  await expect.element(page.getByText(t('error.offlinePage'))).toBeVisible()
  expect(page.getByText(t('error.network')).elements()).toHaveLength(0)
  expect(button(t('common.retry')).elements()).toHaveLength(0)
})

test('reads the list again on request', async () => {
  const { onRetry } = open({ list: fail({ message: 'error.timeout' }) })
  await expect.element(page.getByText(t('error.timeout'))).toBeVisible()
  await button(t('common.retry')).click()
  expect(onRetry).toHaveBeenCalledOnce()
})

describe.each(localeCodes)('in %s nothing is wider than a phone', (language) => {
  test.each<[string, Partial<Props>]>([
    ['without a passkey', {}],
    ['with passkeys', { list: listOf(keychain, nameless) }],
    ['with a second factor', { list: ok({ passkeys: [keychain], hasSecondFactor: true }) }],
    ['without a list', { list: fail({ message: 'secondFactor.notOffered' }) }],
  ])('%s', async (_when, given) => {
    open(given, language)
    expect(await findWiderThanPhones()).toEqual([])
  })
})
