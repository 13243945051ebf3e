import { amplify } from './amplify.ts'
import { checkedXhr } from './checked-xhr.ts'
import { libStorage } from './lib-storage.ts'
import { plainXhr } from './plain-xhr.ts'
import type { Target, Uploader } from './uploader.ts'
import { uppy } from './uppy.ts'

const uploaders = { plainXhr, checkedXhr, amplify, libStorage, uppy } satisfies Record<string, Uploader>
export type UploaderName = keyof typeof uploaders

const field = document.querySelector('input')

/** Uploads the file in the page's field. Resolves with the duration in ms. */
const upload = async (name: UploaderName, target: Target): Promise<number> => {
  const file = field?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  const start = performance.now()
  await uploaders[name](file, target)
  return performance.now() - start
}

Object.assign(window, { upload })
