// The package that clang comes in: 100 MB, so that an installation may come without it.

export const clangPackage = {
  name: '@yowasp/clang',
  version: '22.0.0-git20542-10',
  purpose: 'compiles C where no clang of the system can',
  load: () => import('@yowasp/clang'),
};
