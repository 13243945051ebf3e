import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailbox } from './create-mailbox.ts'
import type { Mailbox } from './create-mailbox.ts'

let directory: string
let mailbox: Mailbox
let address: string
let clock = Date.parse('2026-11-21T10:00:00Z')
const server = createServer((request, response) => mailbox.handler(request, response))

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailbox-'))
  mailbox = await createMailbox({ directory, now: () => (clock += 1000) })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  address = `http://localhost:${(server.address() as AddressInfo).port}`
  await mailbox.deliverEmail({
    to: 'ana@example.com',
    subject: 'First',
    text: 'Your code is 012345.',
    language: 'en',
    code: '012345',
  })
  await mailbox.deliverEmail({
    to: 'ben@example.com',
    subject: 'Second',
    text: '<script>alert(1)</script>',
    language: 'en',
  })
  await mailbox.deliverEmail({
    to: 'ana@example.com',
    subject: 'Third',
    text: 'Your code is 678901.',
    language: 'en',
    code: '678901',
  })
})
afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true })
})

const subjects = async (query: string) => {
  const response = await fetch(`${address}/api/messages${query}`)
  const { messages } = (await response.json()) as { messages: { subject: string }[] }
  return messages.map(({ subject }) => subject)
}

test('lists mail newest first, for everyone or for one address', async () => {
  expect(await subjects('')).toEqual(['Third', 'Second', 'First'])
  expect(await subjects('?to=ANA@example.com')).toEqual(['Third', 'First'])
  expect(await subjects('?to=ben')).toEqual(['Second'])
  expect(await subjects('?to=a@example.com')).toEqual([])
})

test('shows the code and never runs the content of a message', async () => {
  const response = await fetch(`${address}/?to=`)
  const page = await response.text()
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).toContain('>012345<')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toContain('<script>alert')
})

test('shows a strange filter as text', async () => {
  const page = await (await fetch(`${address}/?to=${encodeURIComponent('"><b>x')}`)).text()
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;x"')
  expect(page).toContain('No mail to “&quot;&gt;&lt;b&gt;x” yet.')
})

test.each(['/mailbox.css', '/mailbox.js', '/list'])('serves %s', async (path) => {
  expect((await fetch(`${address}${path}`)).status).toBe(200)
})

test('responds with 404 anywhere else', async () => {
  expect((await fetch(`${address}/../create-mailbox.ts`)).status).toBe(404)
})

test('keeps the newest five hundred messages', async () => {
  const reopened = await createMailbox({ directory, now: () => clock })
  const texts = Array.from({ length: 600 }, (_, index) => `mail ${index}`)
  await Promise.all(
    texts.map((text) =>
      reopened.deliverEmail({ to: 'many@example.com', subject: text, text, language: 'en' }),
    ),
  )
  mailbox = await createMailbox({ directory, now: () => clock })
  const kept = await subjects('')
  expect(kept).toHaveLength(500)
  expect(kept[0]).toBe('mail 599')
})

test.each(['//', '//:', '/%E0%A4%A', '/?to=%ff'])('treats %s as an ordinary address', async (path) => {
  expect((await fetch(address + path)).status).toBe(path.startsWith('/?') ? 200 : 404)
})
