import { atOnce, partSize, type Uploader } from './uploader.ts'

const put = (address: string, body: Blob): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    request.addEventListener('load', () =>
      request.status === 200 ? resolve() : reject(new Error(`answered ${request.status}`)),
    )
    request.addEventListener('error', () => reject(new Error('no answer')))
    request.send(body)
  })

/** What the browser can do at most: nothing is signed, checked, counted, stored or completed. */
export const plainXhr: Uploader = async (file, { partAddresses }) => {
  let next = 0
  const lane = async () => {
    while (next < partAddresses.length) {
      const index = next
      next += 1
      await put(partAddresses[index] ?? '', file.slice(index * partSize, (index + 1) * partSize))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
