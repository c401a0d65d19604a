"""Every mutation, in the order of its channels."""

from tests.redteam.channels.claims import CLAIMS
from tests.redteam.channels.data import DATA
from tests.redteam.channels.figures import FIGURES
from tests.redteam.channels.files import FILES
from tests.redteam.channels.needles import NEEDLES
from tests.redteam.channels.pages import PAGES
from tests.redteam.channels.pictures import PICTURES
from tests.redteam.channels.private import PRIVATE
from tests.redteam.channels.spelled import SPELLED
from tests.redteam.mutation import Mutation

MUTATIONS: tuple[Mutation, ...] = (*PAGES, *SPELLED, *PICTURES, *FILES, *DATA, *FIGURES, *PRIVATE, *NEEDLES, *CLAIMS)
