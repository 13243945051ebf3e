import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'

/** Finds the row of an upload: in the queue, or in the list of stored files after the upload. */
export const findUploadRow = (page: Page, path: string): Locator =>
  page
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: basename(path) })
