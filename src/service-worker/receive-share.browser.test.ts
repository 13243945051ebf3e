import { expect, test } from 'vitest'
import { createSharedFiles, type ShareFailure } from '../uploads/shared-files.ts'
import { createStoreSharedFile } from '../uploads/store-shared-file.ts'
import { createShareReceiver, isShare } from './receive-share.ts'

const { origin } = location
const shared = createSharedFiles(navigator.storage, navigator.locks)
const storeShared = createStoreSharedFile(navigator.storage, shared)
const log = { warn: () => undefined, error: () => undefined }

const type = { type: 'video/mp4' }

const post = (form: BodyInit) => new Request('/share-files', { method: 'POST', body: form })

const receive = async (
  request: Request,
  { storeFile = storeShared, listWaiting = shared.listWaiting } = {},
) => {
  const failures: ShareFailure[] = []
  const receiver = createShareReceiver({
    storeFile,
    listWaiting,
    recordFailure: async (because) => void failures.push(because),
    newId: () => crypto.randomUUID(),
    log,
  })
  const { status, headers } = await receiver(request)
  const files = (await shared.listWaiting()).map(({ file }) => file)
  return { status, location: headers.get('Location'), failures, files }
}

const createForm = (...files: File[]) => {
  const form = new FormData()
  form.append('title', 'Final')
  for (const file of files) form.append('files', file)
  return form
}

test('stores videos of a gallery byte for byte, and redirects to Files', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const video = new File([bytes, bytes], 'final "1" ⚽️.mp4', type)
  const { files, ...answer } = await receive(
    post(createForm(video, new File(['second'], 'half 2.mp4', type))),
  )
  expect(answer).toEqual({ status: 303, location: `${origin}/files`, failures: [] })
  const found = files.find(({ name }) => name === 'final "1" ⚽️.mp4')
  expect(new Uint8Array(await found!.arrayBuffer())).toEqual(new Uint8Array(await video.arrayBuffer()))
  expect(files).toHaveLength(2)
})

test.each([
  ['without files', createForm()],
  ['with a field for files that was left empty', createForm(new File([], ''))],
])('redirects a share %s to Files', async (_, form) => {
  expect(await receive(post(form))).toMatchObject({ status: 303, failures: [], files: [] })
})

test('reports a body that is not a form as failed', async () => {
  expect(await receive(post('hello'))).toMatchObject({ status: 303, failures: ['full'] })
})

test('reports a share that another window blocked as held up', async () => {
  const late = () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))
  expect(await receive(post(createForm(new File(['1'], '1.mp4', type))), { storeFile: late })).toMatchObject({
    status: 303,
    failures: ['held-up'],
  })
})

test('leaves out files that are not a video, picture or PDF, and reports that', async () => {
  const page = new File(['<script>'], 'planted.html', { type: 'text/html' })
  const { files, failures } = await receive(post(createForm(page, new File(['1'], '1.mp4', type))))
  expect(files.map(({ name }) => name)).toEqual(['1.mp4'])
  expect(failures).toEqual(['left-out'])
})

test('stores files up to a hundred, including those that already wait', async () => {
  await receive(post(createForm(new File(['0'], '0.mp4', type))))
  const [one] = await shared.listWaiting()
  const three = ['1', '2', '3'].map((name) => new File([name], `${name}.mp4`, type))
  const listWaiting = async () => Array.from({ length: 98 }, () => one!)
  const { files, failures } = await receive(post(createForm(...three)), { listWaiting })
  expect(files.map(({ name }) => name).toSorted()).toEqual(['0.mp4', '1.mp4', '2.mp4'])
  expect(failures).toEqual(['left-out'])
})

test.each(['iframe', 'embed', 'object'])(
  'stores nothing for a form that a page sends into an %s',
  async (into) => {
    const request = post(createForm(new File(['1'], '1.mp4', type)))
    Object.defineProperty(request, 'destination', { value: into })
    expect(await receive(request)).toMatchObject({ status: 303, files: [], failures: [] })
  },
)

test('a device without room stores the files that fit, and records the failure', async () => {
  let stored = 0
  const { files, failures } = await receive(
    post(createForm(new File(['1'], '1.mp4', type), new File(['2'], '2.mp4', type))),
    {
      storeFile: async (arriving) => {
        if (stored++ > 0) throw new DOMException('full', 'QuotaExceededError')
        return storeShared(arriving)
      },
    },
  )
  expect(files.map(({ name }) => name)).toEqual(['1.mp4'])
  expect(failures).toEqual(['full'])
})

test.each([
  ['POST', '/share-files', true],
  ['GET', '/share-files', false],
  ['POST', '/api/login', false],
  ['POST', '/share-files/more', false],
  ['POST', 'https://other.example/share-files', false],
])('%s %s: %s', (method, url, is) => {
  expect(isShare({ method, url: new URL(url, origin).href }, origin)).toBe(is)
})
