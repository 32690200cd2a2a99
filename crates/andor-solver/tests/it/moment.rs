//! Moments of a search: what is left follows from the share that is done.

use andor_search::Progress;
use andor_search::forecast::Share;
use andor_solver::{Moment, Outlook};

#[test]
fn the_rest_follows_from_the_share() {
    let outlook = |progress| Outlook { progress, ..Outlook::default() };
    let share = Share { least: 0.2, likely: 0.25, most: 0.5 };
    let progress = Progress { nodes: 1000, done: Some(share), ..Progress::default() };
    let known = outlook(progress);
    let moment = Moment::new(&known, 100.0);
    let seconds = moment.seconds_left.expect("a forecast");
    assert_eq!((seconds.least, seconds.likely, seconds.most.round()), (100.0, 300.0, 400.0));
    let nodes = moment.nodes_left.expect("a forecast");
    assert_eq!((nodes.least, nodes.likely, nodes.most.round()), (1000.0, 3000.0, 4000.0));
    for unknown in [Progress::default(), Progress { part: Some((1, 2)), ..progress }] {
        let unknown = outlook(unknown);
        let moment = Moment::new(&unknown, 100.0);
        assert_eq!((moment.seconds_left, moment.nodes_left), (None, None));
    }
}
